import type { LucideIcon } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { FailureBoundary } from '../../app/failure-boundary.tsx'
import { useHold } from '../../data/live/hold.ts'
import { leaveTakenFocus } from '../../ui/dialogs/keep-focus.ts'
import { NoTrigger } from '../../ui/dialogs/menu.tsx'
import { useOverlays } from '../../ui/dialogs/overlays.ts'
import { TextSkeleton } from '../../ui/states/skeleton.tsx'
import { texts } from './texts.ts'

type FactButtonProps = {
  name: string
  shortcut: { keys: string; name: string }
  icon: LucideIcon
  /** Whether the person may change it. Otherwise, it is only shown. */
  isEditable: boolean
  onPreload: () => void
  /** What the button shows. */
  value: ReactNode
  children: (close: () => void) => ReactNode
}

const factClass =
  'on-paper inline-flex min-h-10 max-w-full min-w-0 items-center gap-1.5 px-2 text-left sm:min-h-8'

/** A fact in the line of facts. A press opens its editor at its place; Escape closes that and changes nothing. */
export function FactButton({
  name,
  shortcut,
  icon: Icon,
  isEditable,
  onPreload,
  value,
  children,
}: FactButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  useHold(isOpen)
  const overlays = useOverlays()
  const shown = (
    <>
      <Icon className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
      <span className="sr-only">{name}: </span>
      {value}
    </>
  )
  if (!isEditable) return <span className={factClass}>{shown}</span>
  if (overlays === undefined || overlays === 'failed')
    return <NoTrigger className={factClass}>{shown}</NoTrigger>
  const { Popovers: Popover } = overlays
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        className={`${factClass} rounded-lg transition-colors hover:bg-sunken data-[state=open]:bg-sunken`}
        onPointerEnter={onPreload}
        onFocus={onPreload}
        data-shortcut={shortcut.keys}
        data-shortcut-name={shortcut.name}
      >
        {shown}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-label={name}
          onCloseAutoFocus={leaveTakenFocus}
          className="animate-fade z-50 w-80 max-w-[calc(100vw-1.5rem)] rounded-xl border border-line-floating bg-surface p-3 shadow-floating"
        >
          <FailureBoundary fallback={<p className="text-sm text-ink-soft">{texts.notLoaded}</p>}>
            <Suspense fallback={<TextSkeleton />}>{children(() => setIsOpen(false))}</Suspense>
          </FailureBoundary>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
