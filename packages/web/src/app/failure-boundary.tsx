import { Component, type ReactNode } from 'react'

type FailureBoundaryProps = { fallback: ReactNode; children: ReactNode }

/** Shows `fallback` in place of what cannot be rendered, and leaves the rest of the page alone. */
export class FailureBoundary extends Component<FailureBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
