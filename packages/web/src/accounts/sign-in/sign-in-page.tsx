import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { fill } from '../../language/fill.tsx'
import { cn } from '../../ui/cn.ts'
import { FrontPage, textLinkClass } from '../../ui/front-page.tsx'
import { Wordmark } from '../../ui/mark.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { ownPath, storedReturnTo, storeReturnTo } from '../session/return-to.ts'
import { authConfigurationQuery, refetchSession, sessionQuery } from '../session/session.ts'
import { reportSessionBack } from '../session/session-end.ts'
import { useGoTo } from '../session/use-go-to.ts'
import { CheckYourEmail } from './check-your-email.tsx'
import { SignInForm } from './form/sign-in-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { texts } from './texts.ts'

/** Says what Cairn is to somebody who has never seen it. */
function Introduction() {
  const { introduction } = texts
  return (
    <section aria-label={introduction.name} className="max-lg:border-t max-lg:border-line max-lg:pt-10">
      <Wordmark className="max-lg:hidden" />
      <p className="font-serif text-2xl leading-tight font-semibold text-balance lg:mt-10 lg:text-[2.5rem]">
        {introduction.claim}
      </p>
      <ul className="mt-7 space-y-5 lg:mt-9">
        {introduction.points.map(({ title, text }, index) => (
          <li key={title} className="flex gap-4">
            <Pebble number={index} />
            <p className="min-w-0 max-w-prose">
              <strong className="block font-semibold">{title}</strong>
              <span className="text-ink-soft">{text}</span>
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-8 text-ink-soft">
        {/* Not a page of the sign-in's weight: loaded only by those who want to read it. */}
        <a href="/docs" className={textLinkClass}>
          {introduction.docs}
        </a>
      </p>
    </section>
  )
}

const looks = ['fill-ink-soft', 'fill-ink-soft', 'fill-accent']

/** A stone of the cairn that the points build. */
function Pebble({ number }: { number: number }) {
  return (
    <svg viewBox="0 0 36 20" aria-hidden="true" className="mt-1 h-5 w-9 shrink-0">
      <path
        d="M2 13c.4-6 5-10.500 15-10.600C28.500 2.300 33.600 6.600 34 12.600c.3 4-5 5.700-16 5.700S1.700 17 2 13Z"
        className={cn(looks[number % looks.length])}
      />
    </svg>
  )
}

const route = getRouteApi('/sign-in')

const ProviderSignIn = lazy(async () => ({
  default: (await import('./provider/provider-sign-in.tsx')).ProviderSignIn,
}))

export function SignInPage() {
  const { returnTo: asked, verified, reset, mode, problem } = route.useSearch()
  const invitation = route.useLoaderData()
  const ownAddress = useLocation({ select: ({ state }) => state.email })
  // The location changes before the page does: whoever goes back leaves by themselves.
  const isHere = useLocation({ select: ({ pathname }) => pathname === '/sign-in' })
  const { data: session } = useQuery(sessionQuery)
  const { data: configuration } = useQuery(authConfigurationQuery)
  const goTo = useGoTo()
  const [isSigningIn, setIsSigningIn] = useState(false)
  const [hasTried, setHasTried] = useState(false)
  const [registered, setRegistered] = useState<string>()
  // The link in the email does not contain the page to return to, but this browser may have stored it.
  const returnTo = ownPath(asked) ?? (verified ? storedReturnTo() : undefined)

  async function enter(redirectTo: string): Promise<void> {
    storeReturnTo(undefined)
    setIsSigningIn(true)
    await refetchSession()
    reportSessionBack()
    await goTo(redirectTo)
    setIsSigningIn(false)
  }

  // A callback that is opened again finds the session that it began. Other problems are for the person to read.
  const hasProblem = problem !== undefined && problem !== 'expired'
  // Redirect people who are already signed in. During a sign-in, the form redirects.
  const hasReasonToStay = Boolean(verified || reset || ownAddress || isSigningIn || hasProblem)
  const shouldLeave = isHere && Boolean(session) && !hasReasonToStay
  const destination = returnTo ?? '/home'
  const leave = useRef(goTo)
  useEffect(() => {
    // Runs again if the destination is this page, with its own `returnTo`.
    if (shouldLeave) void leave.current(destination)
  }, [shouldLeave, destination])
  if (shouldLeave) return null

  if (registered) {
    return <CheckYourEmail email={registered} onBack={() => setRegistered(undefined)} />
  }

  if (configuration?.method === 'redirect') {
    return (
      <Suspense>
        <ProviderSignIn destination={destination} problem={problem} />
      </Suspense>
    )
  }

  const search = { ...(returnTo && { returnTo }) }
  const invited =
    invitation &&
    texts.invited(isolated(invitation.inviter.displayName), isolated(invitation.organization.name))
  if (mode === 'register') {
    return (
      <FrontPage
        key="register"
        title={texts.register.title}
        aside={<Introduction />}
        intro={ownAddress ? texts.register.replaces : (invited ?? texts.register.ownOrganization)}
        footer={fill(texts.register.haveAccount, {
          link: (
            <Link to="/sign-in" search={search} className={textLinkClass}>
              {texts.register.signIn}
            </Link>
          ),
        })}
      >
        <RegisterForm
          email={ownAddress ?? invitation?.email}
          invitationToken={ownAddress ? undefined : invitation?.token}
          onRegistered={(email) => {
            storeReturnTo(returnTo)
            setRegistered(email)
          }}
        />
      </FrontPage>
    )
  }

  return (
    <FrontPage
      key="sign-in"
      title={texts.title}
      aside={<Introduction />}
      intro={invited ?? (isConsent(returnTo) && texts.toDecide)}
      footer={fill(texts.newHere, {
        link: (
          <Link to="/sign-in" search={{ ...search, mode: 'register' }} className={textLinkClass}>
            {texts.createAccount}
          </Link>
        ),
      })}
    >
      <div className="space-y-5">
        {verified && !hasTried && <Notice tone="good">{texts.verified}</Notice>}
        {reset && !hasTried && <Notice tone="good">{texts.reset}</Notice>}
        <SignInForm
          email={ownAddress ?? invitation?.email}
          returnTo={returnTo}
          onTry={() => setHasTried(true)}
          onSignedIn={enter}
          help={
            <p className="-mt-2 text-sm">
              <Link to="/forgot-password" className={textLinkClass}>
                {texts.forgotten}
              </Link>
            </p>
          }
        />
      </div>
    </FrontPage>
  )
}

/** Whether the person comes from a page on which they decide about a program. */
function isConsent(returnTo: string | undefined): boolean {
  return returnTo !== undefined && /^\/(?:authorize\?|device\b)/.test(returnTo)
}

/** A name of others within a sentence, in its own direction (Unicode's first strong isolate). */
function isolated(name: string): string {
  return `\u2068${name}\u2069`
}
