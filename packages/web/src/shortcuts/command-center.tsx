import { lazy, Suspense, useEffect, useState } from 'react'
import { followKeys } from './follow-keys.ts'
import { type Overlay, onOpen, openOverlay } from './open-overlay.ts'

// Loaded with the first use.
const Palette = lazy(async () => ({ default: (await import('../palette/palette.tsx')).Palette }))
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}))

/** Opens the command palette and the list of shortcuts, and makes shortcuts work. */
export function CommandCenter() {
  const [opened, setOpened] = useState<Overlay>()
  // Stays mounted while it closes, so that the focus returns.
  const [loaded, setLoaded] = useState<ReadonlySet<Overlay>>(new Set())
  useEffect(
    () =>
      onOpen((overlay) => {
        setOpened(overlay)
        setLoaded((before) => new Set([...before, overlay]))
      }),
    [],
  )
  useEffect(
    () =>
      followKeys({
        openPalette: () => openOverlay('palette'),
        openShortcuts: () => openOverlay('shortcuts'),
      }),
    [],
  )
  const propsOf = (overlay: Overlay) => ({
    open: opened === overlay,
    onOpenChange: (isOpen: boolean) => setOpened(isOpen ? overlay : undefined),
  })
  return (
    <Suspense>
      {loaded.has('palette') && <Palette {...propsOf('palette')} />}
      {loaded.has('shortcuts') && <ShortcutsDialog {...propsOf('shortcuts')} />}
    </Suspense>
  )
}
