import type { OutputOf } from '@cairn/contract'
import { ProgramOrigin } from './program-origin.tsx'

export type Consent = OutputOf<'getOAuthConsent'>['consent']

/** Who asks, and what of it is certain. */
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
    const reason = isVerified
      ? 'Any program on this computer could pretend to be it.'
      : 'Nobody has checked its name.'
    return `${reason} Allow it only if you have just started it yourself.`
  }
  if (!isVerified) return 'Nobody has checked its name. Allow it only if you know this address.'
  return redirectHost === host
    ? 'Allow it only if you know this address.'
    : `It gets access through ${redirectHost}. Allow it only if you know both addresses.`
}
