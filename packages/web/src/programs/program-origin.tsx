import type { OutputOf } from '@cairn/contract'
import type { OAuthProgram } from '@cairn/contract/schemas/oauth'
import { Monitor, ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import { fill } from '../language/fill.tsx'
import { cn } from '../ui/cn.ts'
import { texts } from './texts.ts'

/**
 * The host of a program. Only that is certain: its name is what it calls itself, unless its host vouches for it.
 * Hosts with other than Latin letters are shown encoded (`xn--…`), so that none looks like another.
 */
export function ProgramOrigin({ program, className }: { program: OAuthProgram; className?: string }) {
  const { icon: Icon, look, text } = originOf(program)
  return (
    <p className={cn('flex items-start gap-2', className)}>
      <Icon className={cn('mt-0.5 size-4.5 shrink-0', look)} aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  )
}

function originOf({ host, isVerified, isLoopback }: OAuthProgram) {
  if (isVerified)
    return {
      icon: ShieldCheck,
      look: 'text-good',
      text: fill(texts.origin.publishedBy, { host: strong(host) }),
    }
  if (isLoopback) return { icon: Monitor, look: 'text-warn', text: texts.origin.local }
  if (host === '') return { icon: ShieldQuestionMark, look: 'text-warn', text: texts.origin.device }
  return {
    icon: ShieldQuestionMark,
    look: 'text-warn',
    text: fill(texts.origin.unverified, { host: strong(host) }),
  }
}

function strong(host: string) {
  return <strong className="font-semibold text-ink">{host}</strong>
}

export type Consent = OutputOf<'getOAuthConsent'>['consent']

/** The program that asks, and which of its claims are certain. */
export function AskingProgram({ program, redirectHost }: Consent) {
  return (
    <div className="space-y-2 rounded-xl bg-sunken px-4 py-3 text-[0.9375rem]">
      <ProgramOrigin program={program} className="font-medium" />
      <p className="text-sm text-ink-soft wrap-anywhere">{cautionAbout(program, redirectHost)}</p>
    </div>
  )
}

function cautionAbout({ host, isVerified, isLoopback }: Consent['program'], redirectHost: string): string {
  if (isLoopback) {
    return isVerified ? texts.caution.loopback : texts.caution.loopbackUnverified
  }
  if (!isVerified) return texts.caution.unverified
  return redirectHost === host ? texts.caution.known : texts.caution.through(redirectHost)
}
