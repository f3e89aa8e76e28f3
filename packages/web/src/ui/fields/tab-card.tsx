import * as Tabs from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'

type TabCardProps = {
  /** Names the list of tabs. */
  label: string
  title?: string
  /** At least one. The first is shown. */
  tabs: readonly { id: string; name: string; content: ReactNode }[]
}

/** A card that shows one of several ways to do the same. */
export function TabCard({ label, title, tabs }: TabCardProps) {
  return (
    <Tabs.Root
      defaultValue={tabs[0]?.id ?? ''}
      className="space-y-3 rounded-2xl border border-line bg-surface p-4 sm:p-5"
    >
      {title && <h2 className="font-medium">{title}</h2>}
      <Tabs.List aria-label={label} className="flex flex-wrap gap-1">
        {tabs.map(({ id, name }) => (
          <Tabs.Trigger
            key={id}
            value={id}
            className="min-h-9 rounded-md px-2.5 text-[0.9375rem] text-ink-soft hover:text-ink data-[state=active]:bg-accent-soft data-[state=active]:font-medium data-[state=active]:text-accent"
          >
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Content key={id} value={id} className="space-y-3 rounded-lg">
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
