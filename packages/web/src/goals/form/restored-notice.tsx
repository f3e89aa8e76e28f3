import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** What was typed before a reload is back; the person may want to begin anew. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Notice
      tone="info"
      actions={
        <Button size="small" onClick={onDiscard}>
          Begin anew
        </Button>
      }
    >
      This is what you had typed before.
    </Notice>
  )
}
