import type { ExternalToast, toast as Toast } from 'sonner'
import { loadOverlays } from './dialogs/overlays.ts'

type Options = Pick<ExternalToast, 'id' | 'duration' | 'action' | 'onDismiss' | 'onAutoClose'>

/** In the order of the calls. If the file cannot be loaded, nothing is shown: the page shows what was done. */
function send(how: (sender: typeof Toast) => void): void {
  loadOverlays()
    .then(({ sendToast }) => sendToast(how))
    .catch(() => undefined)
}

/** Says something at the bottom of the page, for a few seconds. */
export function toast(text: string, options?: Options): void {
  send((sender) => sender(text, options))
}
toast.success = (text: string, options?: Options) => send((sender) => sender.success(text, options))
toast.info = (text: string, options?: Options) => send((sender) => sender.info(text, options))
toast.error = (text: string, options?: Options) => send((sender) => sender.error(text, options))
/** Takes a message away; without an id, all of them. */
toast.dismiss = (id?: string) => send((sender) => sender.dismiss(id))
