import { fill } from '../../../language/fill.tsx'
import { Ago } from '../../../presentation/time/moment.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { texts } from './texts.ts'
import type { OtherDraft } from './use-stored-draft.ts'

/** Asks which of two drafts of one report goes on. */
export function OtherDraftNotice({ summary, updatedAt, take, keep }: OtherDraft) {
  return (
    <Notice
      tone="warn"
      actions={
        <>
          <Button size="small" onClick={take}>
            {texts.take}
          </Button>
          <Button size="small" onClick={keep}>
            {texts.keep}
          </Button>
        </>
      }
    >
      {fill(texts.other, { ago: <Ago time={updatedAt} /> })}{' '}
      {summary && <span className="wrap-anywhere">{texts.summaryOf(summary)}</span>} {texts.notKept}
    </Notice>
  )
}
