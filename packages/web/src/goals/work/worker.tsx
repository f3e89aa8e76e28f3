import type { NamedActor } from '@cairn/contract/schemas/actors'
import { Bot, UserRound } from 'lucide-react'
import { cn } from '../../ui/cn.ts'
import { programWords } from '../data/authority.ts'
import { PersonAvatar } from '../pictures/person-avatar.tsx'
import { texts } from './texts.ts'

/** Returns the name of a person or program, with its kind and run: `Helpdesk bot (agent, run 7)`. */
export function workerName(actor: NamedActor): { name: string; details: string } {
  return actor.kind === 'user'
    ? { name: actor.displayName, details: '' }
    : programWords(actor, actor.displayName || undefined)
}

/** The name of a person or program that works, asks or answers, within a sentence. */
export function Worker({ actor, hasRun = true }: { actor: NamedActor; hasRun?: boolean }) {
  const { name, details } = workerName(hasRun ? actor : { ...actor, runId: null })
  return (
    <span className="min-w-0 wrap-anywhere">
      {actor.kind === 'user' ? (
        <PersonAvatar userId={actor.id} className="-top-px -my-1 mr-1.5" />
      ) : (
        <Bot className="mr-1.5 inline size-4 align-[-0.1875rem]" aria-hidden="true" />
      )}
      <bdi className="font-medium">{name}</bdi>
      <bdi>{details}</bdi>
    </span>
  )
}

type WorkingProps = { claim: { holder: NamedActor } | null; className?: string }

/** Says quietly in a row that somebody works on the goal. Renders nothing if nobody does. */
export function Working({ claim, className }: WorkingProps) {
  if (!claim) return null
  const Icon = claim.holder.kind === 'user' ? UserRound : Bot
  const { name, details } = workerName(claim.holder)
  return (
    <span
      title={texts.works(`${name}${details}`)}
      className={cn('relative z-10 inline-flex min-w-0 items-center gap-1 text-sm text-accent', className)}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <span className="sr-only">{texts.works('')}</span>
      <bdi className="max-w-44 min-w-0 truncate">{name}</bdi>
    </span>
  )
}
