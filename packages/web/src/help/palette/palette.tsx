import * as Radix from '@radix-ui/react-dialog'
import { useRouter } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { ArrowRight, Search, Target } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFoundGoals } from '../../goals/data/use-found-goals.ts'
import { MatchLine } from '../../goals/match/match-line.tsx'
import { restoreFocus } from '../../ui/dialogs/keep-focus.ts'
import { Keys } from '../shortcuts/keys.tsx'
import { takeTypedAhead } from '../shortcuts/open-overlay.ts'
import { press, shortcutsOnPage } from '../shortcuts/page-shortcuts.ts'
import { texts } from './texts.ts'
import { type Entry, useEntries } from './use-entries.ts'

type PaletteProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Finds goals, pages, and commands by their beginnings, and does what is chosen. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  const opener = useRef<Element>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="animate-fade fixed inset-0 z-40 flex items-start justify-center bg-scrim p-3 sm:pt-[12dvh]">
          <Radix.Content
            aria-describedby={undefined}
            onOpenAutoFocus={() => {
              opener.current = document.activeElement
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              // Does nothing if a new page has already taken the focus.
              restoreFocus(opener.current)
            }}
            className="animate-rise w-full max-w-xl overflow-hidden rounded-2xl border border-line bg-surface shadow-floating"
          >
            <Radix.Title className="sr-only">{texts.title}</Radix.Title>
            <Choices onChosen={() => onOpenChange(false)} />
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Choices({ onChosen }: { onChosen: () => void }) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const { goals, search } = useFoundGoals(typed)
  const entries = useEntries()
  const [selected, setSelected] = useState('')
  // Goals come after the key press that finds them, and the first one is what Enter opens.
  const first = search === 'recent' ? undefined : goals[0]?.id
  const [previousFirst, setPreviousFirst] = useState(first)
  if (first !== previousFirst) {
    setPreviousFirst(first)
    if (first !== undefined) setSelected(valueOfGoal(first))
  }
  // Commands of the page behind the palette, as it was when the palette opened. Places to go to are entries of their own.
  const [onPage] = useState(() => shortcutsOnPage().filter(({ control }) => !control.matches('a, input')))

  /** After the palette is closed, so that what follows can take the focus. */
  function choose(run: () => void): void {
    onChosen()
    setTimeout(run)
  }

  return (
    <Command
      label={texts.title}
      loop
      value={selected}
      onValueChange={setSelected}
      className="flex max-h-[min(32rem,76dvh)] flex-col"
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search className="size-4.5 shrink-0 text-ink-faint" aria-hidden="true" />
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          onFocus={() => {
            const ahead = takeTypedAhead()
            setTyped((before) => before + ahead)
          }}
          maxLength={200}
          placeholder={texts.placeholder}
          className="min-h-13 min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-faint"
        />
      </div>
      {/* The service finds goals, so cmdk does not count them. */}
      {goals.length === 0 && search !== 'failed' && (
        <Command.Empty className="px-3 py-6 text-center text-ink-soft">
          {search === 'searching' ? texts.searching : texts.nothing}
        </Command.Empty>
      )}
      {search === 'failed' && (
        <p role="status" className="px-3 py-2 text-sm text-bad">
          {texts.failed}
        </p>
      )}
      <Command.List label={texts.results} className="min-h-0 flex-1 overflow-y-auto p-1.5">
        {goals.length > 0 && (
          <Command.Group
            className={groupClass}
            heading={search === 'recent' ? texts.recent : texts.goals}
            forceMount
          >
            {goals.map(({ id, title, ...goal }) => (
              <Command.Item
                key={id}
                value={valueOfGoal(id)}
                forceMount
                className={itemClass}
                onSelect={() =>
                  choose(() => void router.navigate({ to: '/goals/$goalId', params: { goalId: id } }))
                }
              >
                <Target className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate">{title}</span>
                  {'match' in goal && <MatchLine match={goal.match} q={typed} className="line-clamp-2" />}
                </span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {onPage.length > 0 && (
          <Command.Group className={groupClass} heading={texts.onThisPage}>
            {onPage.map(({ keys, name, control }) => (
              <Item key={keys} entry={{ name, keys, run: () => press(control) }} onChoose={choose} />
            ))}
          </Command.Group>
        )}
        {entries.map(({ heading, entries: members }) => (
          <Command.Group key={heading} className={groupClass} heading={heading}>
            {members.map((entry) => (
              <Item key={entry.name} entry={entry} onChoose={choose} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}

const valueOfGoal = (id: string) => `goal ${id}`

const groupClass =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-faint'

const itemClass =
  'flex min-h-10 cursor-default items-center gap-3 rounded-lg px-3 py-2 text-[0.9375rem] data-[selected=true]:bg-accent-soft'

function Item({ entry, onChoose }: { entry: Entry; onChoose: (run: () => void) => void }) {
  return (
    <Command.Item value={entry.name} className={itemClass} onSelect={() => onChoose(entry.run)}>
      <ArrowRight className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <span className="min-w-0 flex-1 truncate">{entry.name}</span>
      {entry.keys && <Keys keys={entry.keys} />}
    </Command.Item>
  )
}
