/// What a cardholder draws on a reader with a screen for it.
enum SignaturePicture {
    /// A PNG of 64 by 24 points, black on white.
    static let base64 = """
        iVBORw0KGgoAAAANSUhEUgAAAEAAAAAYAQAAAABiz8bpAAAAdklEQVR42mP4DwUMeBnzYYx+GEMfxkj///P/ZxCj/P+v/w9BjOL/\
        Yv/fAhn/qv+5158BMX78+19/7z/D339/bP5b3rNn+Pvn/97/G+YDRf7+n/t/uz2Q8fj/zf/tQAP/nf9/+v95EGP+/8dgK/7Z/39O\
        2IVoDAB2hrCvmPiBCwAAAABJRU5ErkJggg==
        """
}
