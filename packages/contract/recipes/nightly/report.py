#!/usr/bin/env python3
"""Reports a measured value to a goal in Cairn, once a day. Needs Python 3.9 and nothing else.

    CAIRN_ORIGIN=https://cairn.example.com CAIRN_TOKEN=cairn_... report.py <goal id> <measure> <value> [<day>]

The token needs goals:read and goals:write. The day, such as 2026-11-23, is today in UTC by default. Of one day, only the first
report counts, so run it from cron as often as you like.
"""
import datetime
import json
import os
import sys
import time
import urllib.error
import urllib.request

ATTEMPTS = 6


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would send the token to somebody else."""

    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirects)


class Refused(Exception):
    """A response that says what is wrong."""

    def __init__(self, status, body):
        super().__init__(body.get("message", f"status {status}"))
        self.code = body.get("error")
        self.conflict = body.get("conflict")


def call(method, path, body=None):
    """Returns the parsed response. Tries again if the service is busy, down, or its response is lost."""
    request = urllib.request.Request(
        os.environ["CAIRN_ORIGIN"].rstrip("/") + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": "Bearer " + os.environ["CAIRN_TOKEN"], "Content-Type": "application/json"},
    )
    for attempt in range(1, ATTEMPTS + 1):
        pause = min(2**attempt / 2, 30)
        try:
            with opener.open(request, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 500, 502, 503, 504) or attempt == ATTEMPTS:
                raise Refused(error.code, body_of(error)) from None
            pause = float(error.headers.get("Retry-After") or pause)
        except OSError:
            if attempt == ATTEMPTS:
                raise
        time.sleep(pause)


def body_of(response):
    try:
        return json.load(response)
    except ValueError:
        return {}


def report(goal_id, title, value, day):
    goal = call("GET", f"/v1/goals/{goal_id}")["goal"]
    if goal["status"] != "active":
        return "The goal is not active: nothing to report."
    measure = next((one for one in goal["measures"] if one["title"] == title), None)
    if measure is None:
        sys.exit(f"The goal has no measure “{title}”.")
    body = {
        "status": "active",
        "summary": f"{title}: {value:g} {measure['unit'] or ''}".strip(),
        "details": f"Measured on {day}.",
        "measurements": [{"measureId": measure["id"], "value": value}],
        "expectedRevision": goal["revision"],
        "idempotencyKey": f"nightly-{measure['id']}-{day}",
        "runId": day,
        "clientInfo": {"name": "report.py", "version": "1"},
    }
    while True:
        try:
            update = call("POST", f"/v1/goals/{goal_id}/updates", body)["update"]
            return f"Reported {update['summary']} as revision {update['revision']}."
        except Refused as refused:
            if refused.code == "goal_update_idempotency_conflict":
                return f"There is a report of {day} with another value. It stays."
            if refused.code != "goal_revision_conflict":
                raise
            # Somebody else has just reported. A measured value stays true, so follow their report.
            body["expectedRevision"] = refused.conflict["revision"]


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit(__doc__.strip())
    try:
        today = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
        print(report(sys.argv[1], sys.argv[2], float(sys.argv[3]), (*sys.argv, today)[4]))
    except Refused as refused:
        sys.exit(f"Cairn refused it: {refused}")
    except OSError as error:
        sys.exit(f"Cairn could not be reached: {error}")


if __name__ == "__main__":
    main()
