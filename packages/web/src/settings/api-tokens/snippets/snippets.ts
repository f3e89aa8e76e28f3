import { quoted } from '../../../docs/curl.ts'
import { texts } from '../texts.ts'

export type Snippet = {
  id: string
  name: string
  /** Where it goes, and what it does. */
  hint: string
  code: string
}

/**
 * What a program needs to begin, ready to paste. Only what cannot read the token from elsewhere contains it: source code reads it
 * from the environment.
 *
 * @param origin  Of the service, where the page comes from too.
 */
export function snippetsFor(origin: string, secret: string): Snippet[] {
  const authorization = `Bearer ${secret}`
  const server = { type: 'http', url: `${origin}/mcp`, headers: { Authorization: authorization } }
  return [
    {
      id: 'curl',
      name: 'curl',
      hint: texts.snippets.curl,
      code: `curl ${quoted(`${origin}/v1/me`)} \\\n  -H ${quoted(`Authorization: ${authorization}`)}`,
    },
    {
      id: 'client',
      name: 'TypeScript',
      hint: texts.snippets.client,
      code: `import { createCairnClient } from '@cairn/client'

const cairn = createCairnClient({
  origin: ${JSON.stringify(origin)},
  token: process.env.CAIRN_TOKEN,
})

const { user, organization } = await cairn.getMe()
console.log(\`\${user.displayName} in \${organization.name}\`)

for await (const goal of cairn.goalSummaries({ status: ['active'] })) console.log(goal.title)`,
    },
    {
      id: 'mcp',
      name: texts.snippets.agent,
      hint: texts.snippets.mcp,
      code: JSON.stringify({ mcpServers: { cairn: server } }, null, 2),
    },
    {
      id: 'vscode',
      name: 'VS Code (MCP)',
      hint: texts.snippets.vscode,
      code: JSON.stringify({ servers: { cairn: server } }, null, 2),
    },
  ]
}
