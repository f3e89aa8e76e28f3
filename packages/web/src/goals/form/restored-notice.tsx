import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** What was typed before the page was left or loaded again is back; the person may want to start over. */
export function RestoredNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Notice
      tone="info"
      actions={
        <Button size="small" onClick={onStartOver}>
          Start over
        </Button>
      }
    >
      Your draft was restored.
    </Notice>
  )
}
