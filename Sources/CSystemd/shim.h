// sd-bus: messages to and from the system's D-Bus.
#include <systemd/sd-bus.h>
