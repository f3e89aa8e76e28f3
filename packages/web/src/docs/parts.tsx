import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { cn } from '../ui/cn.ts'
import { textLinkClass } from '../ui/front-page.tsx'

const tones: Record<string, string> = {
  GET: 'text-good',
  POST: 'text-accent',
  PUT: 'text-accent',
  PATCH: 'text-warn',
  DELETE: 'text-bad',
}

export function Method({ method }: { method: string }) {
  return <code className={cn('font-semibold', tones[method])}>{method}</code>
}

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
