/** Parts of the pages on which a person decides about a program. */
import type { OAuthProgram } from '@cairn/contract/schemas/oauth'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSignOut } from '../accounts/session/use-sign-out.ts'
import { fill } from '../language/fill.tsx'
import { buttonClass } from '../ui/button.tsx'
import { FrontPage, textLinkClass } from '../ui/front-page.tsx'
import { FailureNotice } from '../ui/states/failure-notice.tsx'
import { texts } from './texts.ts'

/** The program that asks. A name that nobody vouches for is only what the program calls itself. */
export function Asking({ program }: { program: OAuthProgram }) {
  return fill(program.isVerified ? texts.ask.intro : texts.ask.introUnverified, {
    program: (
      <strong className="font-semibold text-ink wrap-anywhere">
        <bdi>{program.name}</bdi>
      </strong>
    ),
  })
}

/** The account that decides, and a way to use another one. */
export function SignedInAs({ email, returnTo }: { email: string; returnTo: string }) {
  const signOut = useSignOut()
  const [failure, setFailure] = useState<unknown>()
  return (
    <>
      {fill(texts.signedInAs, { email: <span className="wrap-anywhere">{email}</span> })}{' '}
      <button
        type="button"
        className={textLinkClass}
        onClick={() => void signOut(returnTo).catch(setFailure)}
      >
        {texts.otherAccount}
      </button>
      <FailureNotice failure={failure} className="mt-4 text-left" />
    </>
  )
}

/** Stays when the program is not a page of this browser: then the browser only opens it. */
export function Decided({
  isAllowed,
  programName,
  text = isAllowed ? texts.decided.allowedText : texts.decided.deniedText,
}: {
  isAllowed: boolean
  programName: string
  text?: string
}) {
  return (
    <FrontPage
      key="decided"
      title={isAllowed ? texts.decided.allowed : texts.decided.denied}
      intro={fill(text, {
        program: <bdi className="wrap-anywhere">{programName}</bdi>,
      })}
    >
      <ToPrograms />
    </FrontPage>
  )
}

export function ToPrograms() {
  return (
    <Link to="/settings/agents" className={buttonClass({}, 'w-full')}>
      {texts.nothing.action}
    </Link>
  )
}
