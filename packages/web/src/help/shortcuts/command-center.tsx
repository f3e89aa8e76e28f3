import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { useOnDemand } from '../../app/hooks/use-on-demand.ts'
import { describeFailure } from '../../data/api/failures/failures.ts'
import { toast } from '../../ui/toast.ts'
import { followKeys } from './follow-keys.ts'
import { expectTyping, type Overlay, onOpen, openOverlay, takeTypedAhead } from './open-overlay.ts'

type OverlayProps = { open: boolean; onOpenChange: (open: boolean) => void }

// Loaded with the first use.
const loads: Record<Overlay, () => Promise<ComponentType<OverlayProps>>> = {
  palette: async () => (await import('../palette/palette.tsx')).Palette,
  shortcuts: async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
  'new-organization': async () =>
    (await import('../../organizations/new-organization-dialog.tsx')).NewOrganizationDialog,
  sample: async () => (await import('../sample/sample-dialog.tsx')).SampleDialog,
}

const overlays = Object.keys(loads) as Overlay[]

/** Opens what anybody asks for with `openOverlay`, and makes shortcuts work. */
export function CommandCenter() {
  useEffect(
    () =>
      followKeys({
        openPalette: () => openOverlay('palette'),
        openShortcuts: () => openOverlay('shortcuts'),
      }),
    [],
  )
  return overlays.map((overlay) => <OnDemand key={overlay} overlay={overlay} />)
}

/** Stays mounted after the first use, so that the focus returns when it closes. */
function OnDemand({ overlay }: { overlay: Overlay }) {
  const [isOpen, setOpen] = useState(false)
  const { part: Part, failure, open } = useOnDemand(loads[overlay])
  const openThis = useEffectEvent((asked: Overlay) => {
    if (asked !== overlay) return
    expectTyping()
    void open(() => setOpen(true))
  })
  useEffect(() => onOpen((asked) => openThis(asked)), [])
  useEffect(() => {
    // The palette takes what was typed by itself.
    if (failure !== undefined || (isOpen && overlay !== 'palette')) takeTypedAhead()
    if (failure !== undefined) toast.error(describeFailure(failure).sentence)
  }, [failure, isOpen, overlay])
  return Part && <Part open={isOpen} onOpenChange={setOpen} />
}
