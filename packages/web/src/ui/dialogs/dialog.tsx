import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { cn } from '../cn.ts'
import { restoreFocus } from './keep-focus.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** `alertdialog` for questions about something that cannot be undone. */
  role?: 'dialog' | 'alertdialog'
  wide?: boolean
  /** False where closing would leave nothing to work with. */
  closable?: boolean
  children: ReactNode
}

/** What has the focus. An item of a menu goes with its menu: what opened that one, then. */
function openerNow(): Element | null {
  const menu = document.activeElement?.closest('[role=menu]')
  const trigger = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return trigger ?? document.activeElement
}

/** A dialog: the focus goes in, stays in, and returns to what opened it. On a phone it rises from the bottom edge. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  role = 'dialog',
  wide = false,
  closable = true,
  children,
}: DialogProps) {
  const opener = useRef<Element>(null)
  return (
    <Radix.Root open={open} onOpenChange={(next) => (closable || next) && onOpenChange(next)}>
      <Radix.Portal>
        <Radix.Overlay className="animate-fade fixed inset-0 z-40 flex items-end justify-center overflow-y-auto bg-scrim sm:items-start sm:p-8">
          <Radix.Content
            role={role}
            aria-modal="true"
            onOpenAutoFocus={() => {
              opener.current = openerNow()
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              // A page that the dialog led to has taken it already.
              restoreFocus(opener.current)
            }}
            onInteractOutside={(event) => {
              // A slip of the finger beside a form must not close it; the buttons and Escape do.
              event.preventDefault()
            }}
            className={cn(
              'animate-rise relative w-full rounded-t-2xl bg-surface p-5 shadow-floating sm:my-auto sm:rounded-2xl sm:p-7',
              'max-h-[92dvh] overflow-y-auto sm:max-h-none sm:overflow-visible',
              wide ? 'sm:max-w-2xl' : 'sm:max-w-lg',
            )}
          >
            <header className="mb-5 pr-10">
              <Radix.Title className="font-serif text-[1.375rem] leading-snug font-semibold">
                {title}
              </Radix.Title>
              {description && (
                <Radix.Description className="mt-1.5 text-ink-soft">{description}</Radix.Description>
              )}
            </header>
            {children}
            {closable && (
              <Radix.Close
                aria-label="Close"
                className="absolute top-4 right-4 inline-flex size-9 items-center justify-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink sm:top-5 sm:right-5"
              >
                <X className="size-5" aria-hidden="true" />
              </Radix.Close>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The text of a question: screen readers say it after the title. */
export function DialogText({ children }: { children: ReactNode }) {
  return (
    <Radix.Description asChild>
      <div className="space-y-3 text-pretty text-ink-soft">{children}</div>
    </Radix.Description>
  )
}

/** The row of buttons that ends a dialog; the one that goes on stands last and, on a phone, on top. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">{children}</div>
}
