import { useState } from 'react'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { Keys } from './keys.tsx'
import { shortcutsOnPage } from './page-shortcuts.ts'
import { useSingleKeys } from './single-keys.ts'
import { texts } from './texts.ts'

type ShortcutsDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The keyboard shortcuts of the page behind it. */
export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={texts.title} description={texts.intro}>
      <Lists />
    </Dialog>
  )
}

/** Reads the page once, when the dialog opens: afterwards it is hidden behind it. */
function Lists() {
  const [shortcuts] = useState(() => shortcutsOnPage())
  const areOn = useSingleKeys()
  const hasSelection = document.querySelector('[data-select]') !== null
  const canReport = document.querySelector('[data-report]') !== null
  const hasInbox = document.querySelector('[data-done]') !== null
  const hasRows = document.querySelector('[data-row]') !== null
  return (
    <div className="space-y-6">
      {!areOn && <Notice tone="info">{texts.areOff}</Notice>}
      <List
        name={texts.everywhere}
        shortcuts={[
          { keys: 'mod+k', name: texts.palette },
          { keys: '?', name: texts.list },
          { keys: 'mod+enter', name: texts.submit },
          { keys: 'mod+z', name: texts.undo },
        ]}
      />
      <List
        name={texts.onThisPage}
        shortcuts={[
          ...(hasRows
            ? [
                { keys: 'j', name: texts.nextRow },
                { keys: 'k', name: texts.previousRow },
                { keys: 'enter', name: texts.openRow },
                ...(hasSelection ? [{ keys: 'x', name: texts.selectRow }] : []),
                ...(canReport ? [{ keys: 's', name: texts.reportOnRow }] : []),
                ...(hasInbox
                  ? [
                      { keys: 'e', name: texts.markRow },
                      { keys: 'a', name: texts.acknowledgeRow },
                      { keys: 'r', name: texts.replyToRow },
                    ]
                  : []),
              ]
            : []),
          ...shortcuts,
        ]}
      />
    </div>
  )
}

function List({ name, shortcuts }: { name: string; shortcuts: { keys: string; name: string }[] }) {
  return (
    <section className="space-y-2">
      <h3 className="text-sm font-medium text-ink-faint">{name}</h3>
      <ul aria-label={name} className="divide-y divide-line">
        {shortcuts.map((shortcut) => (
          <li key={shortcut.keys} className="flex min-h-10 items-center justify-between gap-4 py-1.5">
            <span className="min-w-0">{shortcut.name}</span>
            <Keys keys={shortcut.keys} />
          </li>
        ))}
      </ul>
    </section>
  )
}
