import { texts } from '../../organizations/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { openOverlay } from '../shortcuts/open-overlay.ts'
import { useHasSample } from './sample-mark.ts'

type ExploreSampleProps = {
  /** The label of the button. */
  question?: string
}

/** A button that offers a sample organization to those who have none. */
export function ExploreSample({ question }: ExploreSampleProps) {
  if (useHasSample()) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {question && <p className="text-ink-soft">{question}</p>}
      <Button size={question ? 'small' : 'normal'} onClick={() => openOverlay('sample')}>
        <Mark className="size-4" />
        {texts.exploreSample}
      </Button>
    </div>
  )
}
