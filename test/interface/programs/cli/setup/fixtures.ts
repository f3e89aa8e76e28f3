/** Configurations in the format of each product, as people have them: with other servers, hooks and comments. */
import type { ProductId } from '@cairn/cli/commands/setup/products'

/** By product: the path of a file in a project or in the folder of the user, and its content. */
export const fixtures: Record<ProductId, Record<string, string>> = {
  claude: {
    '.mcp.json': `{
  "mcpServers": {
    "github": {
      "type": "http",
      "url": "https://api.githubcopilot.com/mcp/",
      "headers": { "Authorization": "Bearer \${GITHUB_TOKEN}" }
    },
    "files": { "command": "npx", "args": ["-y", "files-server", "."], "env": {} }
  }
}
`,
    '.claude/settings.json': `{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "permissions": { "allow": ["Bash(npm test:*)"], "deny": ["Read(./.env)"] },
  "hooks": {
    "PostToolUse": [
      { "matcher": "Edit|Write", "hooks": [{ "type": "command", "command": "npm run format" }] }
    ],
    "SessionStart": [
      { "matcher": "startup|resume", "hooks": [{ "type": "command", "command": "git status --short", "timeout": 5 }] }
    ]
  },
  "enabledMcpjsonServers": ["github"]
}
`,
  },
  codex: {
    '.codex/config.toml': `# Codex
model = "gpt-5.2-codex"
model_reasoning_effort = "high"
approval_policy = "on-request"
notify = ["python3", "/home/ann/notify.py"]

[features]
hooks = true

[projects."/home/ann/shop"]
trust_level = "trusted"

[mcp_servers.docs]
command = "npx"
args = [
  "-y",   # without a question
  "docs-server",
]
[mcp_servers.docs.env]
API_KEY = 'key'

[mcp_servers.figma]
url = "https://mcp.figma.com/mcp"
bearer_token_env_var = "FIGMA_TOKEN"
http_headers = { "X-Region" = "eu" }

[[hooks.SessionStart]]
matcher = "startup|resume"
[[hooks.SessionStart.hooks]]
type = "command"
command = '''git status'''
timeout = 10
`,
  },
  cursor: {
    '.cursor/mcp.json': `{
	"mcpServers": {
		"linear": { "url": "https://mcp.linear.app/mcp" },
		"local": { "type": "stdio", "command": "node", "args": ["\${workspaceFolder}/server.js"], "envFile": ".env" }
	}
}
`,
    '.cursor/hooks.json': `{
	"version": 1,
	"hooks": {
		"afterFileEdit": [{ "command": ".cursor/hooks/format.sh" }],
		"beforeShellExecution": [{ "command": "./audit.sh", "timeout": 30 }]
	}
}
`,
  },
  gemini: {
    '.gemini/settings.json': `// Gemini CLI
{
    "general": { "vimMode": true, "preferredEditor": "code" },
    /* Servers */
    "mcpServers": {
        "python": { "command": "python", "args": ["-m", "server"], "cwd": "./tools", "timeout": 15000 },
        "remote": { "httpUrl": "https://mcp.example.com/mcp", "headers": { "Authorization": "Bearer $TOKEN" }, "trust": false },
    },
    "hooks": {
        "BeforeTool": [
            { "matcher": "write_file", "hooks": [{ "name": "check", "type": "command", "command": "./check.sh", "timeout": 5000 }] }
        ]
    },
    "ui": { "theme": "GitHub" }
}
`,
  },
}
