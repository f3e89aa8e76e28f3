import { useEffect, useRef, useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { Button } from '../../ui/button.tsx'
import { SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { type ExportProgress, exportOrganization } from './export-organization.ts'
import { pause, saveFile } from './save-file.ts'
import { texts } from './texts.ts'

/** The progress of a running export. */
export function progressText({ goals }: ExportProgress, isWaiting: boolean): string {
  return isWaiting ? texts.waiting(goals) : texts.progress(goals)
}

/** The result of a finished export. */
export function resultText({ goals, files }: ExportProgress): string {
  return texts.done(goals, files)
}

/** Offers everything of the organization as files. */
export function ExportSection() {
  return (
    <section className="max-w-2xl space-y-3" aria-labelledby="export">
      <SectionTitle id="export">{texts.title}</SectionTitle>
      <p className="text-ink-soft">{texts.text}</p>
      <ExportOrganization />
    </section>
  )
}

/** Runs while it is shown. */
export function ExportOrganization() {
  const { id, name } = useActiveOrganization()
  const running = useRef<AbortController>(undefined)
  const [progress, setProgress] = useState<ExportProgress>()
  const [isWaiting, setIsWaiting] = useState(false)
  const [done, setDone] = useState<ExportProgress>()
  const [failure, setFailure] = useState<unknown>()
  useEffect(() => () => running.current?.abort(), [])

  async function start(): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    setDone(undefined)
    setFailure(undefined)
    setProgress({ goals: 0, files: 0 })
    try {
      const result = await exportOrganization({
        source: api,
        organization: { id, name },
        now: new Date(),
        save: saveFile,
        pause,
        signal: controller.signal,
        onWait: () => setIsWaiting(true),
        onProgress: (current) => {
          setIsWaiting(false)
          setProgress(current)
        },
      })
      setDone(result)
    } catch (error) {
      if (!controller.signal.aborted) setFailure(error)
    } finally {
      setProgress(undefined)
      setIsWaiting(false)
    }
  }

  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <Button busy={progress !== undefined} busyText={texts.busy} onClick={() => void start()}>
          {texts.action}
        </Button>
        {progress && (
          <Button variant="quiet" onClick={() => running.current?.abort()}>
            {texts.stop}
          </Button>
        )}
      </div>
      {progress && <p className="text-sm text-ink-soft tabular-nums">{progressText(progress, isWaiting)}</p>}
      {done && <Notice tone="good">{resultText(done)}</Notice>}
      <FailureNotice failure={failure} onRetry={() => void start()} />
    </div>
  )
}
