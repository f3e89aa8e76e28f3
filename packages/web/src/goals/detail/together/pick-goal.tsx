import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { whenOnline } from '../../../app/hooks/when-online.ts'
import { FailureBoundary } from '../../../app/page-states.tsx'
import { useHold } from '../../../data/live/hold.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { leaveTakenFocus } from '../../../ui/dialogs/keep-focus.ts'
import { NoTrigger } from '../../../ui/dialogs/menu.tsx'
import { useOverlays } from '../../../ui/dialogs/overlays.ts'
import { TextSkeleton } from '../../../ui/states/skeleton.tsx'
import type { FoundGoal } from '../../data/use-found-goals.ts'
import { texts } from './texts.ts'

const loadPicker = whenOnline(() => import('../../editing/goal-picker/goal-picker.tsx'))
const GoalPicker = lazy(async () => ({ default: (await loadPicker()).GoalPicker }))
const preload = () => void loadPicker().catch(() => undefined)

type PickGoalProps = {
  label: string
  isOffered: (goal: FoundGoal) => boolean
  onPick: (goal: FoundGoal) => void
}

const triggerClass = buttonClass({ variant: 'quiet', size: 'small' }, '-mr-2 print:hidden')

/** A button that opens a search for a goal at its place. */
export function PickGoal({ label, isOffered, onPick }: PickGoalProps) {
  const [isOpen, setIsOpen] = useState(false)
  useHold(isOpen)
  const overlays = useOverlays()
  const content = (
    <>
      <Plus className="size-4" aria-hidden="true" />
      {texts.addShort}
    </>
  )
  if (overlays === undefined || overlays === 'failed')
    return <NoTrigger className={triggerClass}>{content}</NoTrigger>
  const { Popovers: Popover } = overlays
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        aria-label={label}
        title={label}
        className={triggerClass}
        onPointerEnter={preload}
        onFocus={preload}
      >
        {content}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={4}
          collisionPadding={12}
          aria-label={label}
          onCloseAutoFocus={leaveTakenFocus}
          className="animate-fade z-50 w-96 max-w-[calc(100vw-1.5rem)] rounded-xl border border-line-floating bg-surface p-3 shadow-floating"
        >
          <FailureBoundary fallback={<p className="text-sm text-ink-soft">{texts.notLoaded}</p>}>
            <Suspense fallback={<TextSkeleton />}>
              <GoalPicker
                isOffered={isOffered}
                onChoose={(goal) => {
                  setIsOpen(false)
                  if (goal) onPick(goal)
                }}
              />
            </Suspense>
          </FailureBoundary>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
