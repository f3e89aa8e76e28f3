import type { EmailRegistrationRequest } from '@cairn/contract/schemas/auth'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { keepReturnTo, keptReturnTo, ownPath, useGoTo } from '../session/return-to.ts'
import { authConfigurationQuery, readSessionAnew, sessionQuery } from '../session/session.ts'
import { reportSessionBack } from '../session/session-end.ts'
import { buttonClass } from '../ui/button.tsx'
import { FrontPage, textLinkClass } from '../ui/front-page.tsx'
import { Notice } from '../ui/notice.tsx'
import { CheckYourMail } from './check-your-mail.tsx'
import { RegisterForm } from './register-form.tsx'
import { SignInForm } from './sign-in-form.tsx'

const route = getRouteApi('/sign-in')

export function SignInPage() {
  const { returnTo: asked, verified, mode } = route.useSearch()
  const ownAddress = useLocation({ select: ({ state }) => state.email })
  const { data: session } = useQuery(sessionQuery)
  const { data: configuration } = useQuery(authConfigurationQuery)
  const goTo = useGoTo()
  const [isEntering, setIsEntering] = useState(false)
  const [hasTried, setHasTried] = useState(false)
  const [registration, setRegistration] = useState<EmailRegistrationRequest>()
  // Coming from the mail, the address knows nothing of where the way began; this browser may.
  const returnTo = ownPath(asked) ?? (verified ? keptReturnTo() : undefined)

  async function enter(redirectTo: string): Promise<void> {
    keepReturnTo(undefined)
    setIsEntering(true)
    await readSessionAnew()
    reportSessionBack()
    await goTo(redirectTo)
    setIsEntering(false)
  }

  // Somebody signed in has no business here; who is just signing in is sent on by the form.
  const isInside = Boolean(session) && !verified && !ownAddress && !isEntering
  const destination = returnTo ?? '/home'
  const leave = useRef(goTo)
  useEffect(() => {
    // Again if it led to this very page: what it asks for in turn, or home.
    if (isInside) void leave.current(destination)
  }, [isInside, destination])
  if (isInside) return null

  if (registration) {
    return <CheckYourMail registration={registration} onBack={() => setRegistration(undefined)} />
  }

  if (configuration?.method === 'redirect') {
    const target = new URL(destination, location.origin).href
    return (
      <FrontPage title="Sign in" intro="Use your organization’s own account.">
        <a
          href={`/v1/auth/login?${new URLSearchParams({ returnTo: target })}`}
          className={buttonClass({ look: 'primary' }, 'w-full')}
        >
          Continue to sign in
        </a>
      </FrontPage>
    )
  }

  const search = { ...(returnTo && { returnTo }) }
  if (mode === 'register') {
    return (
      <FrontPage
        key="register"
        title="Create your account"
        intro={
          ownAddress
            ? 'It replaces the account that someone created with your email address.'
            : 'You also get your own organization.'
        }
        footer={
          <>
            Already have an account?{' '}
            <Link to="/sign-in" search={search} className={textLinkClass}>
              Sign in
            </Link>
          </>
        }
      >
        <RegisterForm
          email={ownAddress}
          onRegistered={(registered) => {
            keepReturnTo(returnTo)
            setRegistration(registered)
          }}
        />
      </FrontPage>
    )
  }

  return (
    <FrontPage
      key="sign-in"
      title="Sign in"
      footer={
        <>
          New here?{' '}
          <Link to="/sign-in" search={{ ...search, mode: 'register' }} className={textLinkClass}>
            Create an account
          </Link>
        </>
      }
    >
      <div className="space-y-5">
        {verified && !hasTried && (
          <Notice tone="good">Your email address is verified. Sign in to continue.</Notice>
        )}
        <SignInForm returnTo={returnTo} onTry={() => setHasTried(true)} onSignedIn={enter} />
      </div>
    </FrontPage>
  )
}
