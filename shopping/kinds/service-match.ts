import { z } from 'zod';
import { defineKind, verdict } from './kind.ts';

/** A product comes with a service, named as the catalog names it. */
export const serviceMatch = defineKind({
  type: 'service_match',
  value: z.string().min(1),
  satisfies: ({ services }, { expected_value }) => verdict(services.includes(expected_value)),
  places: (index, { expected_value }) => index.serviced(expected_value),
  states: ({ services }, { expected_value }) => services.filter((service) => service === expected_value),
  describe: ({ expected_value }) => `comes with the service "${expected_value}"`,
  said: ({ expected_value }) => [{ by: 'service', text: expected_value }],
  brief: ({ expected_value }) => expected_value,
});
