import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { textLinkClass } from '../ui/front-page.tsx'

/** Leads to the first page of the reference. */
export function BackLink() {
  return (
    <p className="mb-4">
      <Link to="/docs" className={`${textLinkClass} inline-flex items-center gap-1.5`}>
        <ArrowLeft className="size-4" aria-hidden="true" />
        All operations
      </Link>
    </p>
  )
}
