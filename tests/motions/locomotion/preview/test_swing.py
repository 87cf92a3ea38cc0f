from motions.locomotion.preview.swing import bump, progress


def test_a_foot_leaves_and_lands_at_rest() -> None:
    small = 1e-4
    for shape in (progress, bump):
        assert abs(shape(small) - shape(0.0)) < 1e-7
        assert abs(shape(1.0) - shape(1.0 - small)) < 1e-7
    assert (progress(0.0), progress(1.0), bump(0.0), bump(0.5), bump(1.0)) == (0, 1, 0, 1, 0)
