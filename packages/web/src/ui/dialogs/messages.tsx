import { useEffect, useSyncExternalStore } from 'react'
import { Toaster, toast } from 'sonner'

const { promise: isShown, resolve: show } = Promise.withResolvers<void>()

/** The width below which sonner uses its layout for phones. */
const phones = '(max-width: 600px)'

function useIsPhone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(phones)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(phones).matches,
  )
}

/** Messages appear at the bottom of the page; on a phone at the top, because forms and their buttons are below. */
export function Messages({ label }: { label: string }) {
  const isPhone = useIsPhone()
  useEffect(show, [])
  return (
    <Toaster
      containerAriaLabel={label}
      position={isPhone ? 'top-center' : 'bottom-center'}
      // On a tablet, above the navigation.
      offset={{ bottom: 'var(--messages-bottom)' }}
      mobileOffset={{ top: 8 }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-(--width) items-center gap-3 rounded-xl bg-ink px-4 py-3 font-sans text-[0.9375rem] text-paper shadow-floating',
          // Large enough also in the message behind another one, which is smaller.
          actionButton:
            '-my-2 -mr-2 ml-auto min-h-9 shrink-0 rounded-lg px-2 font-medium underline underline-offset-3',
        },
      }}
    />
  )
}

/** Messages from before there was a place for them would not be shown. */
export async function sendToast(send: (sender: typeof toast) => void): Promise<void> {
  await isShown
  send(toast)
}
