import { Link } from '@tanstack/react-router'
import { Bot, SquareTerminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useActiveOrganization, useSession } from '../../../accounts/session/session.ts'
import { fill } from '../../../language/fill.tsx'
import { formatCompact, formatCost, formatDuration } from '../../../presentation/time/format.ts'
import { Ago } from '../../../presentation/time/moment.tsx'
import { TimeLeft } from '../../../presentation/time/time-left.tsx'
import { cn } from '../../../ui/cn.ts'
import { usePeople } from '../../data/people.ts'
import { amountsOf } from '../amounts.ts'
import { TakeBack } from '../take-back.tsx'
import type { Agent, ListedClaim } from './agents-of.ts'
import { EndAccess } from './end-access.tsx'
import { texts } from './texts.ts'

/** An agent: what it holds, what it asks, and what it used this week. */
export function AgentCard({ agent }: { agent: Agent }) {
  const { user } = useSession()
  const { canAdminister } = useActiveOrganization()
  const { nameOf } = usePeople()
  const { id, kind, name, ownerUserId, access, lastSeenAt, claims, questions } = agent
  const isOwn = ownerUserId === user.id
  const Icon = kind === 'agent' ? Bot : SquareTerminal
  return (
    <li
      id={`agent-${id}`}
      tabIndex={-1}
      className="flex flex-col gap-4 rounded-2xl border border-line bg-surface px-4 py-4 shadow-raised sm:px-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-40 gap-3">
          <span
            aria-hidden="true"
            className={cn(
              'flex size-9 shrink-0 items-center justify-center rounded-full',
              claims.length > 0 ? 'bg-accent-soft text-accent' : 'bg-sunken text-ink-soft',
            )}
          >
            <Icon className="size-5" />
          </span>
          <div className="min-w-0">
            <h2 className="font-medium wrap-anywhere">
              <bdi>{name}</bdi>
            </h2>
            <p className="text-sm text-ink-soft wrap-anywhere">
              {kind === 'agent' ? texts.agent : texts.program}
              {ownerUserId !== undefined && !isOwn && (
                <> {fill(texts.of, { owner: <bdi>{nameOf(ownerUserId)}</bdi> })}</>
              )}
              {' · '}
              {lastSeenAt === null
                ? texts.neverSeen
                : fill(texts.lastSeen, { ago: <Ago time={lastSeenAt} /> })}
            </p>
          </div>
        </div>
        <EndAccess
          access={access}
          owner={isOwn || ownerUserId === undefined ? undefined : nameOf(ownerUserId)}
        />
      </div>
      {claims.length === 0 ? (
        <p className="text-sm text-ink-soft">{texts.holdsNothing}</p>
      ) : (
        <Part title={texts.holds}>
          <ul aria-label={texts.holds} className="space-y-2">
            {claims.map((claim) => (
              <Held key={claim.goal.id} claim={claim} mayEnd={canAdminister || isOwn} />
            ))}
          </ul>
        </Part>
      )}
      {questions.length > 0 && (
        <Part title={texts.asks}>
          <ul aria-label={texts.asks} className="space-y-1.5">
            {questions.map((question) => (
              <li key={question.id}>
                <Link
                  to="/goals/$goalId"
                  params={{ goalId: question.goalId }}
                  search={{ question: question.id }}
                  className="line-clamp-2 rounded text-[0.9375rem] text-accent underline decoration-line-strong underline-offset-3 wrap-anywhere hover:decoration-accent"
                >
                  <bdi>{withoutMarks(question.text)}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={texts.week} className="mt-auto">
        <p className="text-[0.9375rem] tabular-nums">{describeWeek(agent)}</p>
      </Part>
      {access === undefined && <p className="text-sm text-ink-faint">{texts.accessUnknown}</p>}
    </li>
  )
}

type PartProps = { title: string; className?: string; children: ReactNode }

function Part({ title, className, children }: PartProps) {
  return (
    <section className={cn('space-y-1.5', className)}>
      <h3 className="text-sm text-ink-faint">{title}</h3>
      {children}
    </section>
  )
}

/** A goal that the agent holds, until when, and a way to end that. */
function Held({ claim: { goal, holder, expiresAt }, mayEnd }: { claim: ListedClaim; mayEnd: boolean }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
      <p className="min-w-0 flex-1 basis-48 text-[0.9375rem]">
        <Link
          to="/goals/$goalId"
          params={{ goalId: goal.id }}
          className="rounded font-medium wrap-anywhere hover:underline"
        >
          <bdi>{goal.title}</bdi>
        </Link>{' '}
        <span className="text-sm whitespace-nowrap text-ink-faint">
          {fill(texts.until, { until: <TimeLeft time={expiresAt} /> })}
        </span>
      </p>
      {mayEnd && <TakeBack goal={goal} holder={holder} isInList />}
    </li>
  )
}

/** A line of Markdown as plain text. */
const withoutMarks = (text: string): string => text.replaceAll(/[*_`~]+/g, '')

/** `14 reports · 1.2M tokens · 3 hr · 4.20 in cost`. */
function describeWeek({ used }: Pick<Agent, 'used'>): string {
  if (!used) return texts.nothing
  const { tokens, seconds, costMicros } = amountsOf(used)
  return [
    used.reports > 0 ? texts.reports(used.reports) : texts.nothing,
    ...(tokens > 0 ? [texts.tokens(formatCompact(tokens))] : []),
    ...(seconds > 0 ? [formatDuration(seconds)] : []),
    ...(costMicros > 0 ? [texts.cost(formatCost(costMicros))] : []),
  ].join(' · ')
}
