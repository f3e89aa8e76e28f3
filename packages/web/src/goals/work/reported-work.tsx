import type { GoalUpdate } from '@cairn/contract/schemas/goals/goal-history'
import { Markdown } from '../../presentation/markdown/markdown.tsx'
import { describeUsage } from './amounts.ts'
import { texts } from './texts.ts'

/** The hand-off of a report, and what the work behind it used. */
export function ReportedWork({
  update: { handoff, usage },
}: {
  update: Pick<GoalUpdate, 'handoff' | 'usage'>
}) {
  const used = usage ? describeUsage(usage) : ''
  return (
    <>
      {handoff === null && <p className="text-sm text-ink-faint">{texts.handoff.removed}</p>}
      {typeof handoff === 'string' && (
        <details>
          <summary className="w-fit min-h-6 rounded text-sm font-medium text-accent">
            {texts.handoff.title}
          </summary>
          <div className="mt-2">
            <Markdown text={handoff} />
          </div>
        </details>
      )}
      {used !== '' && <p className="text-sm text-ink-faint">{texts.used.report(used)}</p>}
    </>
  )
}
