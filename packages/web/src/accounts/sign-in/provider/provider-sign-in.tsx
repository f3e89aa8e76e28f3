import { buttonClass } from '../../../ui/button.tsx'
import { FrontPage } from '../../../ui/front-page.tsx'
import { Notice } from '../../../ui/states/notice.tsx'
import { problemText } from './problem-text.ts'
import { texts } from './texts.ts'

/** Sends people to the sign-in page of their organization. */
export function ProviderSignIn({
  destination,
  problem,
}: {
  destination: string
  problem?: string | undefined
}) {
  const returnTo = new URL(destination, location.origin).href
  return (
    <FrontPage title={texts.title} intro={texts.intro}>
      <div className="space-y-5">
        {problem !== undefined && (
          <Notice tone={problem === 'expired' ? 'info' : 'bad'}>{problemText(problem)}</Notice>
        )}
        <a
          href={`/v1/auth/login?${new URLSearchParams({ returnTo })}`}
          className={buttonClass({ variant: 'primary' }, 'w-full')}
        >
          {texts.action}
        </a>
      </div>
    </FrontPage>
  )
}
