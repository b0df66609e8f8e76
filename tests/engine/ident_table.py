"""Names: what stands on one line is one name in other clothes, what stands on two lines is not."""

from __future__ import annotations

# Case, separators, brackets and marks in front differ; the letters do not.
SAME = """
agentName | agent-name | agent_name | AgentName | agentName()
sessionId | session-id | session_id | SessionID | SESSION_ID
maxRetries | max-retries | max_retries | MAX_RETRIES | MaxRetries()
baseCommit | base-commit | base_commit | BASE_COMMIT | BaseCommit()
userEmail | user-email | user_email | USER_EMAIL | UserEmail()
toolWrite | tool-write | tool_write | TOOL_WRITE | ToolWrite()
replaceAll | replace-all | replace_all | REPLACE_ALL | ReplaceAll()
timeAgo | time-ago | time_ago | TIME_AGO | TimeAgo()
stagedFiles | staged-files | staged_files | STAGED_FILES | StagedFiles()
fetchQueue | fetch-queue | fetch_queue | FETCH_QUEUE | FetchQueue()
TXN-994182 | txn-994182 | TXN_994182 | #TXN-994182 | TXN994182
TXN-994128 | txn-994128 | TXN_994128 | #TXN-994128 | TXN994128
"""

DIFFERENT = """
cmd/entire/cli/rewind.go | cmd/entire/cli/rewin.go
cmd/entire/cli/paths/paths.go | cmd/cli/paths/paths.go
session_state_test.go | session_test.go
feat/phase-12-mfa | feat/phase-18-mfa
aarav_garcia_1177 | aarav_1177
aarav_garcia_1177 | aarav_garcia_1173
write:admin | write:admins_all
a76f0ea30b28 | a76f0ea30b78
chen.johnson@example.com | chen.jonson@example.com
https://docs.example/cli/a?tab=jobs | https://docs.example/cli/b?tab=jobs
3.33.0-beta.1/pkg | 3.33.1-beta.1/pkg
--no-verify | --verify
"""


def rows(table: str) -> list[list[str]]:
    return [[part.strip() for part in row.split("|")] for row in table.strip().splitlines()]
