import { type ReactNode, useState } from 'react'
import type { Draft } from '../../../app/hooks/use-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
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

type Discard = {
  /** Discards the draft, then calls `then`. Asks first if something was typed. */
  discard: (then: () => void) => void
  /** The confirmation dialog, to be rendered by the page. */
  question: ReactNode
}

/** Discards a draft, after a confirmation if something was typed. */
export function useDiscard<Value>(what: keyof typeof texts.questions, draft: Draft<Value>): Discard {
  const [then, setThen] = useState<() => void>()
  const { title, text, action } = texts.questions[what]

  function end(next: () => void): void {
    draft.discard()
    next()
  }

  return {
    discard: (next) => {
      if (draft.isDirty) setThen(() => next)
      else end(next)
    },
    question: (
      <ConfirmDialog
        open={then !== undefined}
        onClose={() => setThen(undefined)}
        title={title}
        action={action}
        cancel={texts.keepEditing}
        onConfirm={() => then && end(then)}
      >
        <p>{text}</p>
      </ConfirmDialog>
    ),
  }
}
