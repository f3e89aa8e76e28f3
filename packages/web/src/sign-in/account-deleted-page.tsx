import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { FrontPage } from '../ui/front-page.tsx'

/** After somebody has deleted their account. */
export function AccountDeletedPage() {
  return (
    <FrontPage
      title="Your account is deleted"
      intro="You are signed out everywhere. We sent you an email about it. It is the last one."
    >
      <Link to="/sign-in" search={{ mode: 'register' }} className={buttonClass({}, 'w-full')}>
        Create a new account
      </Link>
    </FrontPage>
  )
}
