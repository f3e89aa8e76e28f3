import { useEffect } from 'react'
import { Toaster, toast } from 'sonner'

const { promise: isShown, resolve: show } = Promise.withResolvers<void>()

/** Where messages appear: at the bottom of the page. */
export function Messages({ label }: { label: string }) {
  useEffect(show, [])
  return (
    <Toaster
      containerAriaLabel={label}
      position="bottom-center"
      offset={24}
      mobileOffset={{ bottom: 84 }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-(--width) items-center gap-3 rounded-xl bg-ink px-4 py-3 text-[0.9375rem] text-paper shadow-floating',
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
