#!/bin/sh
# Installs what the tests need beyond Python and Node: Debian's Chromium and Mosquitto.
set -eu
missing=""
command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
{ command -v mosquitto || [ -x /usr/sbin/mosquitto ]; } >/dev/null 2>&1 || missing="$missing mosquitto"
[ -n "$missing" ] || exit 0
if [ "$(id -u)" != 0 ]; then
    echo "Missing packages:$missing. Install them (apt-get install$missing) and run again." >&2
    exit 1
fi
apt-get update -qq
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o DPkg::Lock::Timeout=300 $missing
