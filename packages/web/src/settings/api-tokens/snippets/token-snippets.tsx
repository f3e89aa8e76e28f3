import { CodeBlock } from '../../../ui/fields/code-block.tsx'
import { TabCard } from '../../../ui/fields/tab-card.tsx'
import { texts } from '../texts.ts'
import { snippetsFor } from './snippets.ts'

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
