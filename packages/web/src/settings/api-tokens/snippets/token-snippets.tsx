import * as Tabs from '@radix-ui/react-tabs'
import { CodeBlock } from '../../../ui/fields/code-block.tsx'
import { texts } from '../texts.ts'
import { snippetsFor } from './snippets.ts'

/** How a program uses a new secret. It is shown with the secret and is gone with it. */
export function TokenSnippets({ secret }: { secret: string }) {
  const snippets = snippetsFor(window.location.origin, secret)
  return (
    <Tabs.Root
      defaultValue={snippets[0]?.id ?? ''}
      className="space-y-3 rounded-2xl border border-line bg-surface p-4 sm:p-5"
    >
      <h2 className="font-medium">{texts.snippets.title}</h2>
      <Tabs.List aria-label={texts.snippets.list} className="flex flex-wrap gap-1">
        {snippets.map(({ id, name }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="min-h-8 rounded-md px-2.5 text-sm text-ink-soft hover:text-ink data-[state=active]:bg-sunken data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {snippets.map(({ id, name, hint, code }) => (
        <Tabs.Content key={id} value={id} className="space-y-2 rounded-lg">
          <p className="text-sm text-ink-soft">{hint}</p>
          <CodeBlock label={name} code={code} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
