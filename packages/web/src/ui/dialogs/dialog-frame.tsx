import * as Radix from '@radix-ui/react-dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { cn } from '../cn.ts'
import { texts } from '../texts.ts'
import { restoreFocus } from './keep-focus.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** `alertdialog` for confirmations of actions that cannot be undone. */
  role?: 'dialog' | 'alertdialog'
  wide?: boolean
  /** False if the page cannot be used without the dialog's action. */
  closable?: boolean
  children: ReactNode
}

/** The focused element. For an item of a menu, which closes with it, the button that opened the menu. */
function openerNow(): Element | null {
  const menu = document.activeElement?.closest('[role=menu]')
  const trigger = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return trigger ?? document.activeElement
}

/** The content of a dialog (`dialog.tsx`). */
export function DialogFrame({
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
              // Does nothing if a new page has already taken the focus.
              restoreFocus(opener.current)
            }}
            onInteractOutside={(event) => {
              // An accidental press outside must not close a form.
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
                aria-label={texts.close}
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
