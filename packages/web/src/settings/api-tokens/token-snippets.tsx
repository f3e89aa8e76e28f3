import { mcpEndpoint } from '@cairn/contract/http/endpoints'
import { type AgentProduct, agentProducts, tokenVariable } from '@cairn/contract/mcp/agent-setup'
import { quoted } from '../../docs/curl.ts'
import { CodeBlock } from '../../ui/fields/code-block.tsx'
import { TabCard } from '../../ui/fields/tab-card.tsx'
import { texts } from './texts.ts'

export type Snippet = {
  id: string
  name: string
  /** The place for the snippet, and its purpose. */
  hint: string
  code: string
}

/**
 * Snippets with which a program begins, ready to paste. Only what cannot read the token from elsewhere contains it: source code reads it
 * from the environment.
 *
 * @param origin  Of the service, where the page comes from too.
 */
function snippetsFor(origin: string, secret: string): Snippet[] {
  const authorization = `Bearer ${secret}`
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
    ...agentProducts(`${origin}${mcpEndpoint.path}`, secret).map(snippetOf),
  ]
}

function snippetOf({ id, name = texts.snippets.agent, code, file }: AgentProduct): Snippet {
  return { id, name, code, hint: hintOf(id, file) }
}

function hintOf(id: AgentProduct['id'], file: string | undefined): string {
  if (id === 'codex') return texts.snippets.reads(tokenVariable)
  return file === undefined ? texts.snippets.command : texts.snippets.file(file)
}

/** How a program uses a new secret. It is shown with the secret and is gone with it. */
export function TokenSnippets({ secret }: { secret: string }) {
  const tabs = snippetsFor(window.location.origin, secret).map(({ id, name, hint, code }) => ({
    id,
    name,
    content: (
      <>
        <p className="text-sm text-ink-soft">{hint}</p>
        <CodeBlock label={name} code={code} />
      </>
    ),
  }))
  return <TabCard label={texts.snippets.list} title={texts.snippets.title} tabs={tabs} />
}
