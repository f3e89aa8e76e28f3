import { useState } from 'react'

type Copying = {
  /** Whether the text is in the clipboard, or only selected because the browser refused. */
  copied: 'no' | 'yes' | 'selected'
  copy: () => Promise<void>
}

/**
 * Copies a text to the clipboard.
 *
 * @param select  Selects the text, so that the person can copy it if the browser does not allow it.
 */
export function useCopy(text: string, select: () => void): Copying {
  const [copied, setCopied] = useState<Copying['copied']>('no')

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      select()
      setCopied('selected')
    }
  }

  return { copied, copy }
}
