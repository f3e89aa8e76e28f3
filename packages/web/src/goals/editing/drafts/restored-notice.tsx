import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { texts } from './texts.ts'

/** Says that the draft was restored, and offers to start over. */
export function RestoredNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Notice
      tone="info"
      actions={
        <Button size="small" onClick={onStartOver}>
          {texts.startOver}
        </Button>
      }
    >
      {texts.restored}
    </Notice>
  )
}
