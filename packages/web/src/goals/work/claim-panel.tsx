import type { GoalClaim } from '@cairn/contract/schemas/goals/goal-work'
import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { fill } from '../../language/fill.tsx'
import { Ago } from '../../presentation/time/moment.tsx'
import { TimeLeft } from '../../presentation/time/time-left.tsx'
import { useMayWrite } from '../data/authority.ts'
import { goalQuery } from '../data/queries.ts'
import { hostOf } from '../evidence/links.ts'
import { TakeBack } from './take-back.tsx'
import { texts } from './texts.ts'
import { useClaimEnds } from './use-claim-ends.ts'
import { Worker } from './worker.tsx'

type ClaimPanelProps = { goal: Pick<Goal, 'id' | 'title' | 'ownerUserId'>; claim: GoalClaim }

/** A claim: its holder, its times, and a button that ends it. */
export function ClaimPanel({ goal, claim }: ClaimPanelProps) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const mayWrite = useMayWrite(goal)
  useClaimEnds([claim.expiresAt], () => {
    void queryClient.invalidateQueries({ queryKey: goalQuery(organization.id, goal.id).queryKey })
  })
  const { holder, externalUrl, note, claimedAt, expiresAt } = claim
  return (
    <section
      aria-label={texts.claim.title}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-xl border border-line bg-surface px-4 py-3 text-[0.9375rem]"
    >
      <div className="min-w-0 flex-1 basis-72 space-y-1">
        <p>{fill(texts.claim.works, { who: <Worker actor={{ ...holder, runId: null }} /> })}</p>
        {note !== null && (
          <p className="text-ink-soft wrap-anywhere">
            <bdi>{note}</bdi>
          </p>
        )}
        <p className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-ink-faint">
          <span>
            {fill(texts.claim.times, {
              since: <Ago time={claimedAt} />,
              until: <TimeLeft time={expiresAt} />,
            })}
          </span>
          {claim.runId !== null && (
            <span className="min-w-0 wrap-anywhere">
              {fill(texts.claim.run, { run: <bdi>{claim.runId}</bdi> })}
            </span>
          )}
          {externalUrl !== null && <Watch url={externalUrl} />}
        </p>
      </div>
      {mayWrite && <TakeBack goal={goal} holder={holder} />}
    </section>
  )
}

/** A link to another site, which a program gave: the words say where it leads, and the site learns nothing. */
function Watch({ url }: { url: string }) {
  const host = hostOf(url)
  if (host === undefined) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-flex min-h-6 min-w-0 items-center gap-1 rounded text-accent underline underline-offset-2 wrap-anywhere"
    >
      <span>{fill(texts.claim.watch, { host: <bdi>{host}</bdi> })}</span>
      <ExternalLink className="size-3.5 shrink-0" aria-hidden="true" />
      <span className="sr-only"> {texts.claim.newTab}</span>
    </a>
  )
}
