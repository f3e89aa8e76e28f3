import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Says that the draft was restored, and offers to start over. */
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
