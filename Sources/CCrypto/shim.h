// HMAC, scrypt, comparing in constant time, and wiping a key after use.
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
