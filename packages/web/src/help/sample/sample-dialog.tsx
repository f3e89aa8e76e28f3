import { useEffect, useRef, useState } from 'react'
import { updateOrganizations, useSession } from '../../accounts/session/session.ts'
import { openOrganization } from '../../accounts/session/tab/tab-organization.ts'
import { announceOnNextPage } from '../../accounts/session/tab/tab-storage.ts'
import { apiIn, personApi } from '../../data/api/client.ts'
import { ignoreDeleted } from '../../organizations/ignore-deleted.ts'
import { persistently } from '../../settings/export/persistently.ts'
import { pause } from '../../settings/export/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { texts as content } from './content/texts.ts'
import { createSample, type SampleProgress, type SampleRun, sampleSteps } from './create-sample.ts'
import { markSample, unmarkSample } from './sample-mark.ts'
import { texts } from './texts.ts'

type SampleDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function SampleDialog({ open, onOpenChange }: SampleDialogProps) {
  const onClose = () => onOpenChange(false)
  const stop = useRef<() => void>(onClose)
  return (
    <Dialog open={open} onOpenChange={() => stop.current()} title={texts.title} description={texts.text}>
      <Sample
        onClose={onClose}
        onStop={(next) => {
          stop.current = next
        }}
      />
    </Dialog>
  )
}

type SampleProps = {
  onClose: () => void
  /** Takes what closing the dialog does. */
  onStop: (stop: () => void) => void
}

type Work = 'asking' | 'creating' | 'failed' | 'discarding' | 'left'

/** Creates the sample while it is shown. Stopping deletes what there is of it. */
function Sample({ onClose, onStop }: SampleProps) {
  const { user, activeOrganizationId: current } = useSession()
  const run = useRef<SampleRun>(undefined)
  const creating = useRef<{ controller: AbortController; finished: Promise<string> }>(undefined)
  const [work, setWork] = useState<Work>('asking')
  const [progress, setProgress] = useState<SampleProgress>({ done: 0, total: sampleSteps })
  const [isWaiting, setIsWaiting] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => () => creating.current?.controller.abort(), [])

  async function create(): Promise<void> {
    if (work === 'creating') return
    const controller = new AbortController()
    run.current ??= { id: crypto.randomUUID(), startedAt: new Date(), userId: user.id }
    setFailure(undefined)
    setWork('creating')
    const finished = createSample(run.current, {
      clientFor: apiIn,
      pause,
      signal: controller.signal,
      onWait: () => setIsWaiting(true),
      onOrganization: (id) => markSample(user.id, id, content.name),
      onProgress: (next) => {
        setIsWaiting(false)
        setProgress(next)
      },
    })
    creating.current = { controller, finished }
    try {
      const organizationId = await finished
      if (controller.signal.aborted) return
      announceOnNextPage(texts.ready)
      await openOrganization(organizationId)
    } catch (error) {
      if (controller.signal.aborted) return
      setIsWaiting(false)
      setFailure(error)
      setWork('failed')
    }
  }

  async function stop(): Promise<void> {
    if (work === 'discarding') return
    if (work === 'asking') return onClose()
    const controller = new AbortController()
    setFailure(undefined)
    setWork('discarding')
    creating.current?.controller.abort()
    // A request on its way would write after the deletion.
    await creating.current?.finished.catch(() => undefined)
    creating.current = { controller, finished: Promise.resolve('') }
    try {
      await discard(controller.signal)
      onClose()
    } catch (error) {
      if (controller.signal.aborted) return
      setFailure(error)
      setWork('left')
    }
  }

  async function discard(signal: AbortSignal): Promise<void> {
    const organizationId = run.current?.organizationId
    if (organizationId === undefined) return
    const client = apiIn(organizationId)
    // The new organization became the active one, which new tabs open. Deleting comes last: until then, there is something to discard.
    const switchBack = () => personApi.switchOrganization({ body: { organizationId: current } })
    const context = await persistently(switchBack, { pause, signal })
    const remove = () => ignoreDeleted(() => client.deleteOrganization({ body: { name: content.name } }))
    await persistently(remove, { pause, signal })
    unmarkSample(user.id, organizationId)
    const organizations = context.organizations.filter(({ id }) => id !== organizationId)
    updateOrganizations({ ...context, organizations })
  }

  // A person who closes the dialog while it discards does not want to wait.
  const isLeaving = work === 'discarding' || work === 'left'
  useEffect(() => onStop(() => (isLeaving ? onClose() : void stop())))
  const isBusy = work === 'creating' || work === 'discarding'
  return (
    <div className="space-y-4">
      {(work === 'creating' || work === 'failed') && <Steps {...progress} />}
      {isWaiting && work === 'creating' && <p className="text-sm text-ink-soft">{texts.waiting}</p>}
      {work === 'failed' && <p className="text-ink-soft">{texts.failed}</p>}
      {work === 'left' && <p className="text-ink-soft">{texts.left}</p>}
      <FailureNotice failure={failure} onRetry={() => void (work === 'left' ? stop() : create())} />
      <DialogActions>
        <Button onClick={() => void stop()} busy={work === 'discarding'} busyText={texts.stopping}>
          {work === 'asking' ? texts.cancel : texts.stop}
        </Button>
        {work !== 'left' && (
          <Button
            variant="primary"
            busy={work === 'creating'}
            busyText={texts.creating}
            blocked={isBusy}
            onClick={() => void create()}
          >
            {texts.create}
          </Button>
        )}
      </DialogActions>
    </div>
  )
}

function Steps({ done, total }: SampleProgress) {
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={texts.progress}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        className="h-1.5 flex-1 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full rounded-full bg-accent" style={{ width: `${(done / total) * 100}%` }} />
      </div>
      <p className="text-sm text-ink-soft tabular-nums" aria-hidden="true">
        {texts.steps(done, total)}
      </p>
    </div>
  )
}
