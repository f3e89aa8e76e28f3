import { useState } from 'react'
import { useActiveOrganization, useSession } from '../../../accounts/session/session.ts'
import { storedItem } from '../../../accounts/session/tab/tab-storage.ts'
import { describeFailure } from '../../../data/api/failures/failures.ts'
import { offerUndo } from '../../../data/undo/offer-undo.ts'
import { fill } from '../../../language/fill.tsx'
import { formatDateTime } from '../../../presentation/time/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { toast } from '../../../ui/toast.ts'
import { reportDraftKey, type StoredDraft } from './draft-query.ts'
import { formatPastDay } from './past-day.ts'
import { discardDraft, settle } from './stored-draft.ts'
import { texts } from './texts.ts'

type UnsentDraftProps = { goalId: string; found: StoredDraft | null; onContinue: () => void }

/** Says when a draft was written, and continues or discards it. */
export function UnsentDraft({ goalId, found, onContinue }: UnsentDraftProps) {
  const session = useSession()
  const organizationId = useActiveOrganization().id
  // What the tab has is no state: discarding it and undoing that draw it again.
  const [, draw] = useState(0)
  const [busy, setBusy] = useState(false)
  const place = { organizationId, goalId, key: reportDraftKey(session, goalId) }
  const typed = storedItem(place.key) ?? null
  if (typed === null && found === null) return null
  // The same draft was sent or discarded elsewhere.
  if (settle(place, typed, found) === 'drop') return null

  async function discard(): Promise<void> {
    setBusy(true)
    try {
      const putBack = await discardDraft(place)
      offerUndo(texts.discarded, () => {
        putBack()
          .then(() => draw((count) => count + 1))
          .catch((error) => toast.error(describeFailure(error).sentence))
      })
    } catch (error) {
      toast.error(describeFailure(error).sentence)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Notice
      tone="info"
      live={false}
      className="print:hidden"
      actions={
        <>
          <Button size="small" variant="primary" onClick={onContinue}>
            {texts.continue}
          </Button>
          <Button size="small" busy={busy} onClick={() => void discard()}>
            {texts.discard}
          </Button>
        </>
      }
    >
      {found
        ? fill(texts.unsentSince, {
            day: (
              <time dateTime={found.updatedAt} title={formatDateTime(found.updatedAt)}>
                {formatPastDay(found.updatedAt)}
              </time>
            ),
          })
        : texts.unsent}
    </Notice>
  )
}
