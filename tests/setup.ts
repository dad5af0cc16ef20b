import fc from 'fast-check';

/**
 * On a developer's machine property tests draw anew each time, to find what nobody thought of. In CI they draw the same
 * cases always: there a red run must be about the change.
 */
if (process.env.CI !== undefined) fc.configureGlobal({ seed: 42 });
