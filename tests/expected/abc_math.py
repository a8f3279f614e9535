"""Vectors, quaternions and matrices for the second implementation of abc.md; see reference.py."""

from __future__ import annotations

import math
from typing import NamedTuple

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]  # X, Y, Z, W (§1.1)
Matrix = tuple[float, ...]  # three rows of four: the rotation, and the translation in 3, 7 and 11 (§4.8)

ORIGIN: Vector = (0.0, 0.0, 0.0)


class Transform(NamedTuple):
    location: Vector
    rotation: Quaternion


def normalised(v: Vector) -> Vector:
    length = math.sqrt(dot(v, v))
    return (v[0] / length, v[1] / length, v[2] / length) if length > 0 else ORIGIN


def lerp(a: Vector, b: Vector, p: float) -> Vector:
    return tuple(x + (y - x) * p for x, y in zip(a, b))


def added(a: Vector, b: Vector) -> Vector:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def difference(a: Vector, b: Vector) -> Vector:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def conjugated(q: Quaternion) -> Quaternion:
    return (-q[0], -q[1], -q[2], q[3])


def product(a: Quaternion, b: Quaternion) -> Quaternion:
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def slerp(a: Quaternion, b: Quaternion, p: float) -> Quaternion:
    """Along the shorter arc; nearly parallel ones linearly (§4.3)."""
    cosine = sum(x * y for x, y in zip(a, b))
    if cosine < 0:
        b, cosine = (-b[0], -b[1], -b[2], -b[3]), -cosine
    if cosine > 0.99999:
        share_a, share_b = 1 - p, p
    else:
        angle = math.acos(cosine)
        share_a, share_b = math.sin((1 - p) * angle) / math.sin(angle), math.sin(p * angle) / math.sin(angle)
    return tuple(x * share_a + y * share_b for x, y in zip(a, b))


def matrix_of(transform: Transform) -> Matrix:
    """T(location) · R(rotation), with a rotation of any length taken as one of unit length (§4.3, §4.5)."""
    (tx, ty, tz), (x, y, z, w) = transform
    length = x * x + y * y + z * z + w * w
    s = 2 / length if length > 0 else 0.0
    return (
        *(1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y), tx),
        *(s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x), ty),
        *(s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y), tz),
    )


def multiplied(a: Matrix, b: Matrix) -> Matrix:
    return tuple(
        sum(a[row + k] * b[4 * k + column] for k in range(3)) + (a[row + 3] if column == 3 else 0.0)
        for row in (0, 4, 8)
        for column in range(4)
    )


def inverse(m: Matrix) -> Matrix:
    a, b, c, _, d, e, f, _, g, h, i, _ = m
    determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    if determinant == 0:
        raise ZeroDivisionError("a bind matrix has no inverse")
    rows = ((e * i - f * h, c * h - b * i, b * f - c * e), (f * g - d * i, a * i - c * g, c * d - a * f))
    rows += ((d * h - e * g, b * g - a * h, a * e - b * d),)
    result: list[float] = []
    for row in rows:
        turned = [x / determinant for x in row]
        result += [*turned, -sum(x * t for x, t in zip(turned, translation(m)))]
    return tuple(result)


def translation(m: Matrix) -> Vector:
    return (m[3], m[7], m[11])


def rotated(m: Matrix, v: Vector) -> Vector:
    x, y, z = v
    return tuple(m[r] * x + m[r + 1] * y + m[r + 2] * z for r in (0, 4, 8))


def moved(m: Matrix, v: Vector) -> Vector:
    return added(rotated(m, v), translation(m))
