"""Verifies a message of a running service as docs/webhooks.md says, with the libraries that it names.

    webhooks.py REST KEY FOLDER

REST is host and port of a service that may post to this machine, KEY that of an application. The snippets
of the page run as they stand, on a message as it came and on one that was changed on its way.
"""

import http.server
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import urllib.request

BLOCK = re.compile(r"^```(ts|python)\n(.*?)^```$", re.M | re.S)
# What the page leaves to its reader: where the message and the secret come from.
HEAD = {
    "ts": 'import { readFileSync } from "node:fs";\n'
    'const { headers, bodyAsItCame } = JSON.parse(readFileSync(process.argv[2], "utf8"));\n',
    "python": "import json, os, sys\n"
    "came = json.load(open(sys.argv[1]))\n"
    'secret, headers, body_as_it_came = os.environ["MOELLE_SECRET"], came["headers"], came["bodyAsItCame"]\n',
}
TAIL = {"ts": "console.log(message.type);\n", "python": 'print(message["type"])\n'}
RUN = {"ts": ("mts", ["npx", "tsx"]), "python": ("py", [sys.executable])}


def receive() -> tuple[int, list[dict]]:
    came: list[dict] = []

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            came.append({"headers": {name.lower(): value for name, value in self.headers.items()}, "bodyAsItCame": body})
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1], came


def post(rest: str, key: str, path: str, body: dict) -> dict:
    headers = {"content-type": "application/json", "x-api-key": key}
    request = urllib.request.Request(f"http://{rest}/v1/application/{path}", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def main(rest: str, key: str, folder: str) -> int:
    port, came = receive()
    registered = post(rest, key, "webhooks", {"url": f"http://127.0.0.1:{port}/hook"})
    ping = post(rest, key, f"webhooks/{registered['webhook']['id']}/pings", {})
    assert ping["delivered"] and len(came) == 1, ping
    forged = came[0] | {"bodyAsItCame": came[0]["bodyAsItCame"].replace("ping", "pong")}
    environment = os.environ | {"MOELLE_SECRET": registered["secret"]}
    snippets = BLOCK.findall(pathlib.Path("docs/webhooks.md").read_text())
    languages = [language for language, _ in snippets]
    assert languages == ["ts", "python"], languages
    failed = 0
    for language, snippet in snippets:
        ending, command = RUN[language]
        file = pathlib.Path(folder, f"verify.{ending}")
        file.write_text(HEAD[language] + snippet + TAIL[language])
        for what, message, expected in [("as it came", came[0], True), ("changed", forged, False)]:
            pathlib.Path(folder, "message.json").write_text(json.dumps(message))
            run = subprocess.run(
                [*command, file.name, "message.json"],
                cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False,
            )
            verified = run.returncode == 0 and run.stdout.strip() == "ping"
            refused = run.returncode != 0 and "WebhookVerificationError" in run.stderr
            held = verified if expected else refused
            print(f"docs/webhooks.md {language}, a message {what}: {'ok' if held else 'FAILED'}")
            if not held:
                failed += 1
                print(run.stdout[-2000:], run.stderr[-2000:])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
