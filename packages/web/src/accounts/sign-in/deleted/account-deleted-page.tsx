import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../../ui/button.tsx'
import { FrontPage } from '../../../ui/front-page.tsx'
import { texts } from './texts.ts'

/** After somebody has deleted their account. */
export function AccountDeletedPage() {
  return (
    <FrontPage title={texts.title} intro={texts.text}>
      <Link to="/sign-in" search={{ mode: 'register' }} className={buttonClass({}, 'w-full')}>
        {texts.action}
      </Link>
    </FrontPage>
  )
}
