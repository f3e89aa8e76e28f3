import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { PageTitle } from '../ui/page.tsx'

export function NotFound() {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-20 text-center">
      <Mark className="mb-5 size-12 opacity-70" />
      <PageTitle title="Page not found">Page not found</PageTitle>
      <p className="mt-3 mb-7 text-ink-soft">Check the address for typos. The page may have been removed.</p>
      <Link to="/home" className={buttonClass({ variant: 'primary' })}>
        Go to Home
      </Link>
    </div>
  )
}
