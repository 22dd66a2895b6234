# SPDX-License-Identifier: GPL-3.0-or-later
"""Chromium by the W3C WebDriver protocol, as far as the tests of the page need it."""
import json
import shutil
import subprocess
import urllib.error
import urllib.request

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
MOST_LOOKS = 20_000  # at an address; each takes some milliseconds
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014",
        "ArrowDown": "\ue015", "Tab": "\ue004", "Home": "\ue011", "End": "\ue010"}


class Browser:
    """`with Browser(javascript=False) as browser:` is a window with its own empty profile."""

    def __init__(self, javascript=True):
        self.javascript = javascript

    def __enter__(self):
        self.driver = subprocess.Popen([DRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        port = next(line.rsplit(" ", 1)[1].strip(" .\n") for line in self.driver.stdout if "successfully on port" in line)
        self.base = f"http://127.0.0.1:{port}/session"
        options = {"binary": CHROMIUM, "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"],
                   "prefs": {} if self.javascript else {"profile.managed_default_content_settings.javascript": 2}}
        capabilities = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.base += "/" + self.call("", {"capabilities": {"alwaysMatch": capabilities}})["sessionId"]
        self.call("/timeouts", {"script": 60_000, "pageLoad": 120_000})
        return self

    def __exit__(self, *_):
        self.call("", method="DELETE")
        self.driver.terminate()
        self.driver.wait()
        self.driver.stdout.close()

    def call(self, path, body=None, method=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def open(self, url):
        self.call("/url", {"url": url})

    def size(self, width, height=800):
        """The size of the page itself; windows cannot be as narrow as a phone."""
        self.call("/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}})

    def script(self, code, *arguments):
        return self.call("/execute/sync", {"script": code, "args": list(arguments)})

    def wait(self, condition):
        """Waits until the condition, an expression of JavaScript, is true; returns its value. It is asked anew each time, because a page
        that is left takes its scripts with it."""
        for _ in range(MOST_LOOKS):
            if value := self.script(f"return {condition}"):
                return value
        raise AssertionError(f"never true at {self.url()}: {condition}")

    def submit(self, selector):
        """Clicks on the button of a form and waits until the page that follows is there, which may have the same address."""
        self.script("window.beforeTheForm = true")
        self.click(selector)
        self.wait("window.beforeTheForm === undefined && document.readyState === 'complete'")

    def wait_for_page(self, part):
        """Waits until the address contains `part` and its page is loaded with its scripts."""
        script = "document.getElementById('help')?.hidden === false" if self.javascript else "true"
        if not any(part in self.url() for _ in range(MOST_LOOKS)):
            raise AssertionError(f"the address is {self.url()} and not one with {part}")
        return self.wait(f"document.readyState === 'complete' && {script}")

    def url(self):
        return self.call("/url")

    def texts(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText.trim())", selector)

    def click(self, selector):
        """A real click, which fails if something covers the element."""
        element = self.call("/element", {"using": "css selector", "value": selector})
        self.call(f"/element/{next(iter(element.values()))}/click", {})

    def press(self, *keys):
        actions = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def write(self, text):
        self.press(*text)

    def errors(self):
        """The console's messages since the last call: failed scripts, violations of the policy."""
        return [entry["message"] for entry in self.call("/se/log", {"type": "browser"}) if entry["level"] == "SEVERE"]
